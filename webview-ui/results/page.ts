// Entry of the results page: defines its elements and puts the page into the document.
import "../components/pageLanguage";
import { defineControls } from "../components/toolkit";
import { ColumnChooser } from "./columnChooser";
import { DetailsPane } from "./detailsPane";
import { GridElement } from "./grid/gridElement";
import { MenuButton } from "./menuButton";
import { ResultsPage } from "./resultsPage";
import { SummaryPane } from "./summaryPane";

defineControls();
customElements.define("prospect-grid", GridElement);
customElements.define("prospect-menu", MenuButton);
customElements.define("prospect-columns", ColumnChooser);
customElements.define("prospect-details", DetailsPane);
customElements.define("prospect-summary", SummaryPane);
customElements.define("prospect-results", ResultsPage);
document.body.append(document.createElement("prospect-results"));
