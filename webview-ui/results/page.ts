// Entry of the results page: defines its elements and puts the page into the document.
import "../components/inputMethod";
import "../components/keepFocus";
import { defineControls } from "../components/toolkit";
import "./resultsPage";

defineControls();
document.body.append(document.createElement("prospect-results"));
