/** The links of a partner. */
import { useState } from 'preact/hooks'
import type { Output } from '../../api-client.js'
import { Button, CopyButton } from '../../kit/button.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { bodyOf, type Field, withoutEmpty } from '../../kit/form-values.js'
import { formatCompact, formatMoney, formatUrl } from '../../kit/format.js'
import { Table } from '../../kit/table.js'
import { notify } from '../../kit/toast.js'
import { useList } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'

type PartnerLink = Output<'retrievePartnerLinks'>[number]

const fields: Field[] = [
  { name: 'url', label: 'Destination', type: 'url', hint: 'Without one, the website of the program.' },
  { name: 'key', label: 'Key', hint: 'The part after the domain. Without one, it is random.' },
]

export function PartnerLinks({ partner, onChanged }: { partner: Output<'getPartner'>; onChanged: () => void }) {
  const { call, access, href } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const list = useList<PartnerLink>(partner.id, 'none', (_, signal) =>
    call('retrievePartnerLinks', { query: { partnerId: partner.id } }, signal),
  )
  const create = async (values: Parameters<typeof bodyOf>[1]) => {
    await call('createPartnerLink', { body: { partnerId: partner.id, ...withoutEmpty(bodyOf(fields, values)) } })
    notify('Link created')
    list.reload()
    onChanged()
  }
  return (
    <>
      {access('createPartnerLink') === 'allowed' && (
        <div class="filters">
          <Button icon="plus" onClick={() => setIsOpen(true)}>
            Create link
          </Button>
        </div>
      )}
      <Table
        label="Links"
        list={list}
        columns={[
          {
            label: 'Link',
            cell: ({ id, shortLink, url }) => (
              <div class="link-cell">
                <div>
                  <a href={`${href('analytics')}?linkId=${id}`}>{formatUrl(shortLink)}</a>
                  <CopyButton text={shortLink} label="Copy link" />
                </div>
                <span class="muted">{formatUrl(url)}</span>
              </div>
            ),
          },
          { label: 'Clicks', cell: ({ clicks }) => formatCompact(clicks), isNumber: true },
          { label: 'Leads', cell: ({ leads }) => formatCompact(leads), isNumber: true, isSecondary: true },
          { label: 'Sales', cell: ({ sales }) => formatCompact(sales), isNumber: true, isSecondary: true },
          { label: 'Revenue', cell: ({ saleAmount }) => formatMoney(saleAmount), isNumber: true },
        ]}
        empty={
          <EmptyState icon="links" title="The partner has no links" text="Default links of its group are created for every partner." />
        }
      />
      {isOpen && (
        <FormDialog
          title={`Create a link for ${partner.name}`}
          fields={fields}
          action="Create link"
          onClose={() => setIsOpen(false)}
          onSubmit={create}
        />
      )}
    </>
  )
}
