import { csvTable } from '../../kernel/csv-table.js'
import type { LinkResponse } from '../link.schema.js'

/** Columns in the order of the file. */
export const linksCsv = csvTable<[link: LinkResponse]>({
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
})
