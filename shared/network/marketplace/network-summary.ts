import type { Scope } from '../../kernel/scope.js'
import type { PartnerScope } from '../../partner-accounts/index.js'
import { programCategories } from '../../partners/index.js'
import type { NetworkProgram, NetworkSummary } from './network-program.schema.js'
import { presentPrograms } from './network-programs.js'
import { networkProgramsMatching } from './network-programs.queries.js'

type Category = (typeof programCategories)[number]

/** Categories with a row on the first page, in the order in which they choose programs. */
const homeCategories: readonly Category[] = [
  'AI',
  'Health',
  'Marketing',
  'Finance',
  'Development',
  'Support',
  'Design',
  'Ecommerce',
  'Consumer',
  'Education',
]
const rowLength = 5
/** More programs than a marketplace page can show. */
const maxPrograms = 1000

/** The first page of the marketplace: featured programs in random order, then rows of five in which no program appears twice. */
export async function networkSummary(scope: PartnerScope): Promise<NetworkSummary> {
  const ranked = await presentPrograms(
    scope,
    await networkProgramsMatching(scope, scope.partner.id, { sortBy: 'popularity', sortOrder: 'desc', page: 1, pageSize: maxPrograms }),
  )
  const newest = await networkProgramsMatching(scope, scope.partner.id, {
    sortBy: 'recency',
    sortOrder: 'desc',
    page: 1,
    pageSize: maxPrograms,
  })
  const recency = new Map(newest.map(({ id }, index) => [id, index]))
  return {
    featuredPrograms: shuffled(
      scope,
      ranked.filter((program) => program.featuredOnMarketplaceAt),
    ),
    ...summaryRows(ranked, recency),
  }
}

/** Pure: `ranked` begins with the most popular program, `recency` numbers the programs from the newest. */
export function summaryRows(
  ranked: readonly NetworkProgram[],
  recency: ReadonlyMap<string, number>,
): Omit<NetworkSummary, 'featuredPrograms'> {
  const used = new Set<string>()
  const take = (programs: readonly NetworkProgram[]) => {
    const row = programs.filter(({ id }) => !used.has(id)).slice(0, rowLength)
    for (const { id } of row) used.add(id)
    return row
  }
  const mostPopular = take(ranked)
  const newPrograms = take([...ranked].sort((one, other) => (recency.get(one.id) ?? 0) - (recency.get(other.id) ?? 0)))
  const rows = Object.fromEntries(programCategories.map((category) => [category, [] as NetworkProgram[]])) as NetworkSummary['categories']
  for (const category of homeCategories) rows[category] = take(ranked.filter((program) => primaryCategory(program) === category))
  for (const category of homeCategories) {
    const free = ranked.filter(({ id, categories }) => categories.includes(category) && !used.has(id))
    const added = free.slice(0, rowLength - rows[category].length)
    for (const { id } of added) used.add(id)
    rows[category].push(...added)
  }
  return { mostPopular, newPrograms, categories: rows }
}

const primaryCategory = ({ categories }: NetworkProgram) => categories.toSorted()[0]

/** Fisher-Yates. */
function shuffled<Item>({ random }: Pick<Scope, 'random'>, items: readonly Item[]): Item[] {
  const result = [...items]
  for (let index = result.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const kept = result[index] as Item
    result[index] = result[other] as Item
    result[other] = kept
  }
  return result
}
