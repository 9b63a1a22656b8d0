import type { Scope } from '../../kernel/scope.js'
import type { PartnerScope } from '../../partner-accounts/index.js'
import { programCategories } from '../../partners/index.js'
import type { NetworkSummary } from './network-program.schema.js'
import { presentPrograms } from './network-programs.js'
import { type RankedProgram, rankedPrograms } from './network-programs.queries.js'

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
  const ranked = await rankedPrograms(scope, scope.partner.id, maxPrograms)
  const featured = shuffled(
    scope,
    ranked.filter(({ isFeatured }) => isFeatured),
  )
  const rows = summaryRows(ranked)
  const shown = new Set([...featured, ...rows.mostPopular, ...rows.newPrograms, ...Object.values(rows.categories).flat()])
  const presented = new Map((await presentPrograms(scope, [...shown])).map((program) => [program.id, program]))
  const present = (programs: readonly RankedProgram[]) => programs.flatMap(({ id }) => presented.get(id) ?? [])
  return {
    featuredPrograms: present(featured),
    mostPopular: present(rows.mostPopular),
    newPrograms: present(rows.newPrograms),
    categories: mapCategories((category) => present(rows.categories[category])),
  }
}

interface SummaryRows {
  mostPopular: RankedProgram[]
  newPrograms: RankedProgram[]
  categories: Record<Category, RankedProgram[]>
}

/** Pure: `ranked` begins with the most popular program. */
export function summaryRows(ranked: readonly RankedProgram[]): SummaryRows {
  const used = new Set<RankedProgram>()
  const take = (programs: readonly RankedProgram[], length = rowLength) => {
    const row = programs.filter((program) => !used.has(program)).slice(0, length)
    for (const program of row) used.add(program)
    return row
  }
  const mostPopular = take(ranked)
  const newPrograms = take(ranked.toSorted((one, other) => other.addedAt - one.addedAt))
  const categories = mapCategories((): RankedProgram[] => [])
  for (const category of homeCategories) categories[category] = take(ranked.filter((program) => primaryCategory(program) === category))
  for (const category of homeCategories) {
    const row = categories[category]
    const members = ranked.filter((program) => program.categories.includes(category))
    row.push(...take(members, rowLength - row.length))
  }
  return { mostPopular, newPrograms, categories }
}

const mapCategories = <Value>(value: (category: Category) => Value) =>
  Object.fromEntries(programCategories.map((category) => [category, value(category)])) as Record<Category, Value>

const primaryCategory = ({ categories }: RankedProgram) => categories.toSorted()[0]

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
