import { limitExceeded, type WorkspaceScope } from '../../accounts/index.js'
import { startErrand, workThrough } from '../../errands/index.js'
import { csvLine } from '../../kernel/csv.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { exportLinksInFile } from '../jobs.js'
import { countLinksMatching } from '../link-count.queries.js'
import { linkFilter } from '../link-filter.js'
import { type LinkFilter, type LinkOrder, type LinkWindow, linksMatching } from '../link-list.queries.js'
import { presentTagged } from '../present-link.js'
import { chosenColumns } from './export-columns.js'
import { creationOf, type ExportLinks, exportLinksQuerySchema } from './export-query.schema.js'

/** Links in one answer, and in one step of an errand. */
const mostAtOnce = 1000

const csv = { contentType: 'application/csv; charset=utf-8', fileName: 'links.csv' }

/** The links as a CSV file, or the errand that makes it where they are many. */
export async function exportLinks(scope: WorkspaceScope, asked: ExportLinks) {
  refuseBeyondClicks(scope)
  const filter = await filterOf(scope, asked, scope.now())
  if ((await countLinksMatching(scope, filter)) <= mostAtOnce)
    return {
      ...csv,
      body: [headOf(asked) + (await linesOf(scope, filter, asked.sortBy, asked.columns, { skip: 0, size: mostAtOnce })).text],
    }
  const payload = { asked, at: scope.now().toISOString() }
  return startErrand(scope, { type: 'links.export', permission: 'links.read', of: exportLinksInFile, payload, result: csv }, null, (work) =>
    inTransaction(scope, work),
  )
}

/** Goes on behind the last link that is in the file; links that come meanwhile are no part of it. */
export async function exportLinksOfErrand(scope: JobScope, payload: { errandId: string }): Promise<void> {
  await workThrough(scope, exportLinksInFile, payload, async (acting, errand) => {
    const asked = exportLinksQuerySchema.parse(errand.payload.asked)
    const filter = await filterOf(acting, asked, new Date(String(errand.payload.at)))
    const total = errand.total ?? (await countLinksMatching(acting, filter))
    const { text, count, last } = await linesOf(
      acting,
      filter,
      'createdAt',
      asked.columns,
      errand.cursor === null ? { skip: 0, size: mostAtOnce } : { after: errand.cursor, size: mostAtOnce },
    )
    return {
      isLast: count < mostAtOnce,
      done: count,
      total,
      cursor: last ?? errand.cursor,
      result: (errand.cursor === null ? headOf(asked) : '') + text,
    }
  })
}

function refuseBeyondClicks({ workspace: { plan, usage, usageLimit } }: WorkspaceScope): void {
  if (usage > usageLimit) throw limitExceeded({ plan, limit: usageLimit, resource: 'clicks' })
}

const filterOf = async (scope: WorkspaceScope, asked: ExportLinks, at: Date): Promise<LinkFilter> => ({
  ...(await linkFilter(scope, asked)),
  createdBefore: at,
  ...creationOf(asked, at),
})

const headOf = ({ columns }: ExportLinks) => csvLine(chosenColumns(columns).map(({ label }) => label))

async function linesOf(
  scope: WorkspaceScope,
  filter: LinkFilter,
  order: LinkOrder = 'createdAt',
  columns: readonly string[] | undefined,
  window: LinkWindow,
) {
  const links = (await linksMatching(scope, filter, order, window)).map((one) => presentTagged(scope.config, one))
  const chosen = chosenColumns(columns)
  return { text: links.map((link) => csvLine(chosen.map(({ cell }) => cell(link)))).join(''), count: links.length, last: links.at(-1)?.id }
}
