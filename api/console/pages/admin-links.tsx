/** Links of all workspaces. */
import type { Output } from '../api-client.js'
import { formatNumber, formatUrl } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time } from '../kit/texts.js'

type Link = Output<'listLinksForOperator'>[number]

const resource: Resource<Link> = {
  title: 'All links',
  objects: 'links',
  description: 'Links of all workspaces. A ban deletes the link and blocks the host of its destination.',
  icon: 'links',
  paging: 'page',
  search: 'Search links',
  filters: () => [
    {
      name: 'sort',
      label: 'Newest first',
      choices: [
        { value: 'clicks', label: 'Most clicks' },
        { value: 'lastClicked', label: 'Last clicked' },
      ],
    },
  ],
  load: (call, query, _, signal) => call('listLinksForOperator', { query: { ...query } }, signal),
  nameOf: ({ shortLink }) => formatUrl(shortLink),
  columns: [
    {
      label: 'Link',
      cell: ({ shortLink, url, bannedAt, disabledAt }) => (
        <div class="two-lines">
          <strong>
            {formatUrl(shortLink)} {bannedAt && <Badge tone="bad">Banned</Badge>} {!bannedAt && disabledAt && <Badge>Disabled</Badge>}
          </strong>
          <span class="muted">{formatUrl(url)}</span>
        </div>
      ),
    },
    { label: 'Workspace', cell: ({ workspace }) => workspace?.slug, isSecondary: true },
    { label: 'User', cell: ({ user }) => user?.email, isSecondary: true },
    { label: 'Clicks', cell: ({ clicks }) => formatNumber(clicks), isNumber: true },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Links appear here as soon as a workspace creates one.',
  actions: [
    {
      label: 'Ban',
      operation: 'banLink',
      isDangerous: true,
      isFor: ({ bannedAt }) => bannedAt === null,
      confirm: ({ url }) => `The link stops working, and no workspace can create links to the host of ${url}.`,
      run: (call, { domain, key }) => call('banLink', { query: { domain, key } }),
      done: 'Link banned',
    },
  ],
}

export const AdminLinksPage = () => <ResourcePage resource={resource} />
