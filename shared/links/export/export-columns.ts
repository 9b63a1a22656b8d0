import type { LinkAnswer } from '../link.schema.js'

type Cell = string | number | boolean | null

/** Columns in the order of the file: what stands above them, and what in them. */
export const exportColumns: Record<string, { label: string; isDefault?: boolean; cell(link: LinkAnswer): Cell }> = {
  link: { label: 'Short link', isDefault: true, cell: ({ shortLink }) => shortLink },
  url: { label: 'Destination URL', isDefault: true, cell: ({ url }) => url },
  clicks: { label: 'Clicks', isDefault: true, cell: ({ clicks = 0 }) => clicks },
  leads: { label: 'Leads', cell: ({ leads = 0 }) => leads },
  conversions: { label: 'Conversions', cell: ({ conversions = 0 }) => conversions },
  saleAmount: { label: 'Sales (USD)', cell: ({ saleAmount = 0 }) => (saleAmount / 100).toFixed(2) },
  createdAt: { label: 'Created at', isDefault: true, cell: ({ createdAt }) => createdAt },
  id: { label: 'Link ID', cell: ({ id }) => id },
  updatedAt: { label: 'Updated at', cell: ({ updatedAt }) => updatedAt },
  tags: { label: 'Tags', cell: ({ tags }) => (tags ?? []).map(({ name }) => name).join(', ') },
  archived: { label: 'Archived', cell: ({ archived = false }) => archived },
}

/** Those that were asked for, or the usual ones. */
export const chosenColumns = (asked: readonly string[] | undefined) =>
  Object.entries(exportColumns).flatMap(([name, column]) =>
    (asked && asked.length > 0 ? asked.includes(name) : column.isDefault) ? [column] : [],
  )
