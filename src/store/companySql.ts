// SQL of the columns about the list of companies that a run searched people at.

/** Of the row of the list that has led to a person, over the table `m` of people. */
const ofRowSql = (what: string, m: string): string =>
  `(select ${what} from record_company f join run_company c on c.run_no = f.run_no and c.nth = f.nth
    where f.key = ${m}.key)`;

/** The number of the row, or what it calls the company. */
export const companySql = (column: "row" | "entry", m: string): string => ofRowSql(`c.${column}`, m);

/** The row's cell in another column, by the name of the column as a quoted text. */
export const listCellSql = (name: string, m: string): string =>
  ofRowSql(`(select e.value from json_each(c.cells) e where e.key = ${name} and e.value <> '')`, m);
