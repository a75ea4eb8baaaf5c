// What agents are told when a window of VS Code cannot carry out a call. In English, because models read it.
import { Refusal } from "../app/app";

export const notConnected = (): Refusal =>
  new Refusal(
    "Prospect Desk is not connected. The user can run the command “Prospect Desk: Connect…”, or “Prospect Desk: Use " +
      "the Sandbox” for synthetic data.",
    "connection",
  );

export const keyRejected = (): Refusal =>
  new Refusal(
    "The service rejected the API key, so nothing was sent. The user can run the command “Prospect Desk: Connect…”.",
    "connection",
  );
