// Runs the Shelly example with as much of Shelly's API as it uses: one advertisement, then a flood.
const fs = require("fs");
const sent = [];
let heard = null;
let timer = null;
let now = 5000;
const scanner = { SCAN_RESULT: 2, INFINITE_SCAN: -1, isRunning: () => false, Start: () => true, Subscribe: (body) => (heard = body) };
const script = new Function("BLE", "MQTT", "Timer", "Shelly", "btoh", "print", fs.readFileSync(process.argv[2], "utf8"));
script(
  { Scanner: scanner },
  { isConnected: () => true, publish: (topic, body, qos, retain) => sent.push({ topic, body, qos, retain }) },
  { set: (_, repeats, body) => { if (repeats) timer = body; } },
  { getUptimeMs: () => now, getComponentConfig: () => ({ topic_prefix: "beaconbus-raw/hallway" }) },
  (text) => Buffer.from(text, "latin1").toString("hex"),
  console.error,
);
const result = { addr: "c0:a1:b2:c3:d4:e5", addr_type: 2, rssi: -61, advData: "\x02\x01\x06\x03\x03\xaa\xfe" };
heard(1, null);
timer();
heard(2, result);
now += 12;
timer();
timer();
const body = `{"v":1,"reports":[${process.argv[3].replace("}", ',"age":12}')}]}`;
if (sent.length !== 1 || sent[0].topic !== "beaconbus-raw/hallway/reports" || sent[0].body !== body || sent[0].retain) {
  console.error(sent, "wanted", body);
  process.exit(1);
}
for (let index = 0; index < 10000; index++) heard(2, result);
timer();
process.exit(JSON.parse(sent[1].body).reports.length === 24 ? 0 : 1);
