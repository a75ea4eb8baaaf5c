// The filter builder's page: defines the controls, connects to the host and shows the builder.
import "../components/inputMethod";
import "../components/keepFocus";
import { defineControls } from "../components/toolkit";
import type {
  BuilderProcedures,
  BuilderUpdates,
  InitialBuilderState,
  SavedBuilderState,
} from "../messages/filterBuilder";
import { connectHost, initialState } from "../messages/hostConnection";
import "./filterBuilder";

defineControls();
const builder = document.createElement("prospect-filter-builder");
builder.connect(
  connectHost<BuilderProcedures, BuilderUpdates, SavedBuilderState>(),
  initialState<InitialBuilderState>(),
);
document.body.append(builder);
