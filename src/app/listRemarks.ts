// Says what leave-out lists have that leaves out nobody. Apart from their reader, which needs the libraries for tables.
import type { AppLists } from "./app";

/** The same lists, and `note` gets each of their remarks once. */
export function withRemarks(lists: AppLists, note: (remark: string) => void): AppLists {
  const noted = new Set<string>();
  return {
    read: (search) => lists.read(search),
    reload: async (search) => {
      const read = await lists.reload(search);
      read.remarks.filter((remark) => !noted.has(remark)).forEach(note);
      read.remarks.forEach((remark) => noted.add(remark));
      return read;
    },
  };
}
