import { CopyButton } from '../kit/button.js'
import { formatCompact, formatMoney, formatUrl, safeHref } from '../kit/format.js'
import type { Column } from '../kit/table.js'
import { Badge, Time } from '../kit/texts.js'
import type { LinkSchema } from '../operations.js'

export const linkColumns: Column<LinkSchema>[] = [
  {
    label: 'Link',
    cell: (link) => (
      <div class="link-cell">
        <div>
          <a href={link.shortLink} target="_blank" rel="noreferrer">
            {formatUrl(link.shortLink)}
          </a>
          <CopyButton text={link.shortLink} label={`Copy ${formatUrl(link.shortLink)}`} />
          {link.archived && <Badge>Archived</Badge>}
          {link.disabledAt && <Badge tone="bad">Disabled</Badge>}
          {link.password && <Badge>Password</Badge>}
          {link.expiresAt && <Badge tone="waiting">{new Date(link.expiresAt) < new Date() ? 'Expired' : 'Expires'}</Badge>}
        </div>
        <a class="muted" href={safeHref(link.url)} target="_blank" rel="noreferrer">
          {formatUrl(link.url)}
        </a>
      </div>
    ),
  },
  {
    label: 'Tags',
    cell: ({ tags }) => (
      <span class="tags">
        {tags?.map(({ id, name, color }) => (
          <span key={id} class={`tag ${color}`}>
            {name}
          </span>
        ))}
      </span>
    ),
    isSecondary: true,
  },
  { label: 'Clicks', cell: ({ clicks }) => formatCompact(clicks), isNumber: true },
  { label: 'Leads', cell: ({ leads }) => formatCompact(leads), isNumber: true, isSecondary: true },
  { label: 'Revenue', cell: ({ saleAmount }) => formatMoney(saleAmount), isNumber: true, isSecondary: true },
  { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
]
