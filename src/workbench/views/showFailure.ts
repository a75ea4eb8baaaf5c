// What keeps a view from being read is said in the view itself.
import type { TreeView } from "vscode";
import { errorText } from "../errorText";

/** The rows of a view; none, and a message above them, when they cannot be read. */
export async function showFailure<Row>(
  view: Pick<TreeView<unknown>, "message">,
  read: () => Promise<readonly Row[]>,
): Promise<Row[]> {
  try {
    const rows = await read();
    delete view.message;
    return [...rows];
  } catch (error) {
    view.message = errorText(error);
    return [];
  }
}
