// The filter builder's page: defines the controls, connects to the host and shows the builder.
import "../components/pageLanguage";
import { defineControls } from "../components/toolkit";
import type { BuilderKept, BuilderMessage, BuilderStart, BuilderUpdate } from "../messages/filterBuilder";
import { connectHost, initialState } from "../messages/host";
import "./filterBuilder";

defineControls();
const builder = document.createElement("prospect-filter-builder");
builder.start(connectHost<BuilderUpdate, BuilderMessage, BuilderKept>(), initialState<BuilderStart>() ?? undefined);
document.body.append(builder);
