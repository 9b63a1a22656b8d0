const maxPages = 20

/** The rows of a list that is read by page, for a choice among them: all of them, but not more than twenty pages. */
export async function readPages<Row>(pageSize: number, load: (page: { page: number; pageSize: number }) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; page <= maxPages; page++) {
    const found = await load({ page, pageSize })
    rows.push(...found)
    if (found.length < pageSize) break
  }
  return rows
}
