// All scripts of a page that records rounds.

import "../polling.js";
import "./pad.js";
import "./drafts.js";
import "./recorded.js";
import "./saving.js";

addEventListener("load", () => import("../awake.js"));
