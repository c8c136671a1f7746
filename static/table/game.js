// All that runs on a page on which rounds are written down.

import "../polling.js";
import "./pad.js";
import "./drafts.js";
import "./recorded.js";
import "./saving.js";
