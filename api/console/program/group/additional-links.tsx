/** Where links that partners create themselves may lead to. */
import type { Output } from '../../api-client.js'
import { useSession } from '../../shell/session.js'
import { ChoiceInput, RowsForm, TextInput } from './rows-form.js'

type Group = Output<'getGroup'>
type Link = NonNullable<Group['additionalLinks']>[number]

export function AdditionalLinks({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const { call, access } = useSession()
  const save = async (additionalLinks: Link[]) => {
    await call('updateGroup', { params: { groupIdOrSlug: group.id }, body: { additionalLinks } })
    onChanged()
  }
  return (
    <RowsForm<Link>
      title="Additional links"
      description="Partners may create links of their own to these addresses."
      initial={group.additionalLinks ?? []}
      newRow={() => ({ domain: '', path: '', validationMode: 'domain' })}
      addLabel="Add an address"
      max={100}
      canSave={access('updateGroup') === 'allowed'}
      onSave={save}
      row={({ domain, path, validationMode }, change) => (
        <>
          <TextInput label="Domain" placeholder="acme.example" value={domain} onChange={(domain) => change({ domain })} />
          <ChoiceInput
            label="Allowed addresses"
            value={validationMode}
            choices={[
              { value: 'domain', label: 'All of its pages' },
              { value: 'exact', label: 'This page only' },
            ]}
            onChange={(mode) => change({ validationMode: mode as Link['validationMode'] })}
          />
          {validationMode === 'exact' && (
            <TextInput label="Path" placeholder="/pricing" isRequired={false} value={path} onChange={(path) => change({ path })} />
          )}
        </>
      )}
    />
  )
}
