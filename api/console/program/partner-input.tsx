/** A field of a form that finds a partner by name or email. */
import type { Field } from '../kit/form-values.js'
import { SearchSelect } from '../kit/search-select.js'

export const partnerField: Field = {
  name: 'partnerId',
  label: 'Partner',
  isRequired: true,
  input: (props) => (
    <SearchSelect
      {...props}
      placeholder="Type a name or an email address"
      search={async (call, search, signal) =>
        (await call('listPartners', { query: { pageSize: 8, ...(search ? { search } : {}) } }, signal)).map(({ id, name, email }) => ({
          value: id,
          label: email ? `${name} (${email})` : name,
        }))
      }
    />
  ),
}
