"""Fair shares: nobody gets more than is good for the others, and whoever is refused hears why and when to come back."""

from pathlib import Path

import pytest

from septet.server.limits import counted
from tests.server.running import running


@pytest.mark.parametrize(
    ("address", "counts"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_an_address_counts_with_its_household(address: str, counts: str) -> None:
    assert counted(address) == counts


def test_one_household_is_one_address(tmp_path: Path) -> None:
    """Whoever has a /64 has more addresses than there are people."""
    with running(tmp_path, proxy="127.0.0.1", guests=0.03) as house:
        same = [house.browser(**{"x-forwarded-for": f"2001:db8:1:2::{number:x}"}) for number in range(1, 8)]
        other = house.browser(**{"x-forwarded-for": "2001:db8:1:3::1"})
        assert [one.post("/api/guest").status_code for one in same] == [201, 201, 201, 429, 429, 429, 429]
        assert other.post("/api/guest").status_code == 201
