"""Writes the tables of libs/eligibility/zones: the zones of number prefixes, and the names of one clock.

Sources, with the versions that table 1 was made of:
    phonenumbers==9.0.43   libphonenumber's data (Apache License 2.0): prefix -> zones
    tzdata==2026.6         the IANA time zone database (public domain): when clocks change

    pip install phonenumbers==9.0.43 tzdata==2026.6
    python scripts/phone-zones.py 1

A table that a release has had is never written again: events of before it named their zones are read by table 1, and
events name the table by which theirs were found. A newer one has the next number, in a file beside it.
"""

import sys
from collections import Counter
from datetime import datetime, timezone
from importlib.metadata import version
from importlib.resources import files
from textwrap import wrap
from zoneinfo import ZoneInfo, reset_tzpath

from phonenumbers.tzdata import TIMEZONE_DATA

FOLDER = "libs/eligibility/zones"
# A number that may lie in more zones than this goes by the workspace: +1 800 has 42 and would never be open.
MOST_ZONES = 4
# Clocks are compared from the beginning of the first of these years to that of the last.
FIRST_YEAR, LAST_YEAR = 2020, 2037
UNKNOWN = "Etc/Unknown"
WIDTH = 118


def zones_of(names):
    known = tuple(sorted(name for name in names if name != UNKNOWN))
    return known if len(known) <= MOST_ZONES else ()


def prefixes():
    """Prefixes and their zones, without those that say what the next shorter prefix says."""
    kept = {}
    for prefix in sorted(TIMEZONE_DATA, key=lambda each: (len(each), each)):
        shorter = next((prefix[:end] for end in range(len(prefix) - 1, 0, -1) if prefix[:end] in kept), None)
        zones = zones_of(TIMEZONE_DATA[prefix])
        if zones != (kept[shorter] if shorter else ()):
            assert zones, f"{prefix} lies in more than {MOST_ZONES} zones and {shorter} does not: the format has no word for it"
            kept[prefix] = zones
    return kept


def clock_of(name):
    """Each instant since 2020 at which the offset of a zone is another one, with that offset."""
    zone = ZoneInfo(name)
    begin = int(datetime(FIRST_YEAR, 1, 1, tzinfo=timezone.utc).timestamp())
    end = int(datetime(LAST_YEAR, 1, 1, tzinfo=timezone.utc).timestamp())

    def offset_at(seconds):
        return datetime.fromtimestamp(seconds, zone).utcoffset()

    changes = [(begin, offset_at(begin))]
    for day in range(begin, end, 86400):
        if offset_at(day + 86400) == offset_at(day):
            continue
        for quarter in range(day + 900, day + 86400 + 1, 900):
            if offset_at(quarter) != changes[-1][1]:
                changes.append((quarter, offset_at(quarter)))
    return tuple(changes)


def clocks(weights):
    """The names of each clock, first the one that the most prefixes lie in alone."""
    names = files("tzdata").joinpath("zones").read_text().split()
    by_clock = {}
    for name in names:
        by_clock.setdefault(clock_of(name), []).append(name)

    def order(name):
        return (-weights[name], "/" not in name, name.startswith("Etc/"), name)

    return sorted(sorted(each, key=order) for each in by_clock.values())


def lines(text):
    return "\n".join(wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False))


def write_prefixes(table, kept):
    by_zones = {}
    for prefix, zones in kept.items():
        by_zones.setdefault(zones, []).append(prefix)
    body = lines("; ".join(" ".join([",".join(zones), *by_zones[zones]]) for zones in sorted(by_zones)))
    write(f"prefixes-{table}.ts", f"PREFIXES_{table}", body, f"libphonenumber {version('phonenumbers')}",
          "Zones, by commas, and the prefixes of the numbers that may lie in them.")


def write_clocks(groups):
    body = lines("; ".join(" ".join(group) for group in groups))
    write("one-clock.ts", "ONE_CLOCK", body, f"the IANA database {version('tzdata')}",
          "Names whose clocks have agreed since 2020, by clocks: the first name of each stands for all of them.")


def write(file, name, body, source, told):
    with open(f"{FOLDER}/{file}", "w", encoding="utf-8") as out:
        out.write(f"// Written by scripts/phone-zones.py from {source}.\n")
        out.write(f"/** {told} */\nexport const {name} = `\n{body}\n`;\n")


def main():
    reset_tzpath(())  # the zones of the package, not those of the machine
    kept = prefixes()
    write_prefixes(int(sys.argv[1]), kept)
    write_clocks(clocks(Counter(zones[0] for zones in kept.values() if len(zones) == 1)))


main()
