/** Kinds of objects that imports create. An undo deletes them in this order. */
export const importKinds = [
  'commission',
  'customer',
  'discountCode',
  'partnerLink',
  'link',
  'partner',
  'group',
  'folder',
  'tag',
  'domain',
] as const
/** What became of the rows of one kind: those that exist here already are left as they are. */
export interface KindCounts {
  created: number
  existing: number
  refused: number
}
export type ImportCounts = Partial<Record<ImportKind, KindCounts>>

/** Counts what becomes of the rows of a page. */
export function countKinds(counts: ImportCounts = {}) {
  return {
    counts,
    add(kind: ImportKind, outcome: keyof KindCounts, count = 1): void {
      const of = (counts[kind] ??= { created: 0, existing: 0, refused: 0 })
      of[outcome] += count
    },
  }
}

export type ImportKind = (typeof importKinds)[number]

/** What was created, for example `1,204 links and 3 partners`. */
export function describeCreated(counts: ImportCounts): string {
  const parts = importKinds.flatMap((kind) => {
    const created = counts[kind]?.created ?? 0
    const name = kind.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`)
    return created === 0 ? [] : [`${created.toLocaleString('en')} ${name}${created === 1 ? '' : 's'}`]
  })
  return parts.length === 0 ? 'nothing' : new Intl.ListFormat('en').format(parts)
}
