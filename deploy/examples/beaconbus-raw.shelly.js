// Passes on the Bluetooth advertisements a Shelly (second generation or later) hears, for beacon-bridge's fleet
// "beaconbus-raw". Put it into a script of the device and let it run on startup.
//
// In the device's settings: Bluetooth enabled; MQTT enabled, its topic prefix "beaconbus-raw/" and a name such as
// "shelf-3". Under that prefix the device itself keeps "online", true or false, retained and as its will: that is how the
// room is known to be there. Nothing of the device is changed by anybody.

let INTERVAL_MS = 1000;
// What a message holds at most; further advertisements of the interval are left out.
let MOST = 24;

let reports = [];
let started = 0;

function heard(event, result) {
  if (event !== BLE.Scanner.SCAN_RESULT || reports.length >= MOST) return;
  if (!result || !result.advData || !result.advData.length) return;
  reports.push({
    address: result.addr,
    // 1 is public, all others are kinds of random.
    type: result.addr_type === 1 ? 0 : 1,
    rssi: result.rssi,
    data: btoh(result.advData),
    at: Shelly.getUptimeMs(),
  });
}

function send() {
  if (!reports.length) return;
  let now = Shelly.getUptimeMs();
  let batch = reports;
  reports = [];
  // Without a connection they are old by the time there is one.
  if (!MQTT.isConnected()) return;
  for (let i = 0; i < batch.length; i++) {
    batch[i].age = now - batch[i].at;
    delete batch[i].at;
  }
  let prefix = Shelly.getComponentConfig("mqtt").topic_prefix;
  MQTT.publish(prefix + "/reports", JSON.stringify({ v: 1, reports: batch }), 0, false);
}

function scan() {
  if (BLE.Scanner.isRunning()) return;
  if (BLE.Scanner.Start({ duration_ms: BLE.Scanner.INFINITE_SCAN, active: false })) return;
  // Bluetooth is off, or comes up still.
  if (started++ < 10) Timer.set(3000, false, scan);
  else print("Bluetooth cannot scan: enable it in the device's settings.");
}

BLE.Scanner.Subscribe(heard);
Timer.set(INTERVAL_MS, true, send);
scan();
