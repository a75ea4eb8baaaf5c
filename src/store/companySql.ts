// SQL of the columns about the list of companies that a run searched people at.

/** The row of the list that has led to a person, or what that row says, over the table `m`. */
export const companySql = (column: "row" | "entry", m: string): string =>
  `(select c.${column} from record_company f join run_company c on c.run_no = f.run_no and c.nth = f.nth
    where f.key = ${m}.key)`;
