// Labels that several lists and dialogs share.
import type { RecordKind } from "../service/operations";

export function kindLabel(kind: RecordKind): string {
  switch (kind) {
    case "company":
      return "Companies";
    case "person":
      return "People";
    case "contact":
      return "Contacts";
  }
}

export const columnsLabel = "Columns";
export const connectionLabel = (name: string): string => `Connection: ${name}`;
export const leftOutLabel = "Left out";
