"""The scenarios, in the order in which they run. Each returns its figures as a text, or raises `Failed`."""

from adapters import adapters
from hearing import (
    controller, monitor_extended, monitor_legacy, raw_extended, raw_legacy, raw_many, user_extended, user_legacy,
)
from losing import (
    another_index, blocked, chosen, held, monitor_unplug, power, power_by_itself, several, unplug, user_unplug,
)
from misbehaving import answers, deaf, deaf_for_good, ends, garbage, hardware_error, quiet
from neighbours import bluetoothd, bluetoothd_again, discovery, stolen
from permissions import rights
from recordings import recordings

ALL = [
    controller, adapters, raw_legacy, raw_extended, raw_many, user_legacy, user_extended, monitor_legacy,
    monitor_extended, recordings,
    power, power_by_itself, blocked, unplug, another_index, user_unplug, monitor_unplug, several, chosen, held,
    stolen, discovery, bluetoothd, bluetoothd_again, rights, quiet, deaf, hardware_error, garbage, answers, ends,
    deaf_for_good,
]
