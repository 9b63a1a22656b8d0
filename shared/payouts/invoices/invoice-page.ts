import type { WorkspaceScope } from '../../accounts/index.js'
import { escapeHtml } from '../../kernel/escape-html.js'
import { formatDollars } from '../../kernel/format-dollars.js'
import type { InvoiceResponse } from './invoice.schema.js'
import { getInvoice } from './list-invoices.js'
import { type InvoiceLine, invoiceLines } from './payout-file.queries.js'

const columns = ['Partner', 'Payout', 'Paid by', 'Status', 'Amount']

/** The invoice as a page to print or archive. It needs no other files. */
export async function invoicePage(scope: WorkspaceScope, id: string): Promise<string> {
  return renderInvoice(scope.workspace.name, await getInvoice(scope, id), await invoiceLines(scope, id))
}

export function renderInvoice(workspace: string, invoice: InvoiceResponse, lines: readonly InvoiceLine[]): string {
  const { number, createdAt, amount, externalAmount, fee, total, chargeAmount } = invoice
  const sums: [label: string, cents: number][] = [
    ['Payouts', amount],
    ['Fee', fee],
    ['Total', total],
    ...(externalAmount > 0
      ? ([
          ['Paid by your own system', -externalAmount],
          ['Due', chargeAmount],
        ] as [string, number][])
      : []),
  ]
  const title = `Invoice ${escapeHtml(number)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
<p>${escapeHtml(workspace)}, ${createdAt.slice(0, 10)}</p>
<table>
<thead><tr>${columns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead>
<tbody>
${lines.map(renderLine).join('\n')}
</tbody>
<tfoot>
${sums.map(renderSum).join('\n')}
</tfoot>
</table>
</body>
</html>
`
}

const renderLine = ({ id, partner, amount, status, method }: InvoiceLine) =>
  `<tr>${[partner, id, method, status, formatDollars(amount)].map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`

const renderSum = ([label, cents]: [label: string, cents: number]) =>
  `<tr><th scope="row" colspan="4">${label}</th><td>${formatDollars(cents)}</td></tr>`
