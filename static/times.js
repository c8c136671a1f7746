// Times in this phone's zone and format; without scripts they are in the server's zone, or in UTC.

import "./plain.js";

const day = { day: "numeric", month: "short", year: "numeric" };
const hour = { hour: "2-digit", minute: "2-digit" };
const moment = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };

for (const each of document.querySelectorAll("time[datetime]")) {
  const how = { day, hour }[each.className] ?? moment;
  each.textContent = new Date(each.dateTime).toLocaleString(document.body.dataset.locale, how);
}

// The offset from UTC at this table, in minutes.
for (const each of document.querySelectorAll("[data-ahead]")) {
  each.value = -new Date().getTimezoneOffset();
}

// The days of a season are those of this phone. The page is made again if it shows those of another
// zone; the companion remembers the zone, or does not know it.
const made = document.querySelector("[data-zone]");
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const again = new URL(location);
if (made && timeZone && made.dataset.zone !== timeZone && !again.searchParams.has("tz")) {
  again.searchParams.set("tz", timeZone);
  location.replace(again);
}
