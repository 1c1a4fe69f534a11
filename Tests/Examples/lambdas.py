"""Makes a C++ program of the two lambdas of the ESPHome example, with just as much of ESPHome around them as they use:
one advertisement, one second; then a flood, of which no more than the bounds may be sent."""
import re
import sys
import textwrap

text = open(sys.argv[1]).read()
lambdas = [
    textwrap.dedent(body)
    for body in re.findall(r"- lambda: \|-\n((?:(?: {10,}.*)?\n)+)", text + "\n")
]
assert len(lambdas) == 2, f"{len(lambdas)} lambdas"
hear, flush = (body.replace("${room}", "kitchen") for body in lambdas)
print("""#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
struct Result { uint8_t bda[6]; uint8_t ble_addr_type; int8_t rssi; uint8_t ble_adv[62]; uint8_t adv_data_len, scan_rsp_len; };
struct Device { Result result; const Result &get_scan_result() const { return result; } };
struct Client { size_t longest = 0; void publish(const std::string &topic, const std::string &body, int, bool) {
  longest = std::max(longest, body.size()); if (body.size() < 200) printf("%s %s\\n", topic.c_str(), body.c_str()); } };
static std::string reports; static int report_count; static Client mqtt_client;
#define id(name) name
static void hear(const Device &x) {
""" + hear + """}
static void flush() {
""" + flush + """}
int main() {
  Device x = {{{0xc0, 0xa1, 0xb2, 0xc3, 0xd4, 0xe5}, 1, -61, {2, 1, 6, 3, 3, 0xaa, 0xfe}, 7, 0}};
  hear(x); flush(); flush();
  x.result.adv_data_len = 31; x.result.scan_rsp_len = 200; memset(x.result.ble_adv, 0xff, 62);
  for (int round = 0; round < 10000; round++) hear(x);
  flush();
  return mqtt_client.longest > 4200;
}""")
