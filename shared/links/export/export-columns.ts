import type { LinkResponse } from '../link.schema.js'

type Cell = string | number | boolean | null

/** Columns in the order of the file. */
export const exportColumns: Record<string, { label: string; isDefault?: boolean; cell(link: LinkResponse): Cell }> = {
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

/** Returns the requested columns, or the default columns. */
export const chosenColumns = (requested: readonly string[] | undefined) =>
  Object.entries(exportColumns).flatMap(([name, column]) =>
    (requested && requested.length > 0 ? requested.includes(name) : column.isDefault) ? [column] : [],
  )
