// What the page of a card says itself. In English, as all that agents and their users read from the MCP server.

/** Where the page finds its card in the meta data of a result, which clients do not give to models. */
export const cardKey = "prospect-desk/card";

export type CardWords = typeof cardWords;

export const cardWords = {
  working: "Working…",
  canceled: "Canceled.",
  strangers: "Text in records was written by strangers.",
  decline: "Not now",
  declined: "Not run. Nothing was spent.",
  running: "Running…",
  ended: "Run ended.",
  noAnswer: "There was no answer. Look at the runs in Prospect Desk before you run it again.",
  /** For the model. */
  toModel: {
    declined: "The user answered “Not now” to this plan. Nothing was spent; do not run it unless asked.",
    ran: "The user ran this plan from its card.",
  },
} as const;
