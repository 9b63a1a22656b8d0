/** Many links at once, from pasted lines or a CSV file. The job's id is in the address, so that its progress survives a reload. */
import { useMemo, useState } from 'preact/hooks'
import { JobProgress } from '../jobs/job-progress.js'
import { Button } from '../kit/button.js'
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import { Fields } from '../kit/fields.js'
import { bodyOf, defaultsOf, type Field, type Values, withoutEmpty } from '../kit/form-values.js'
import { formatCount, formatNumber, formatUrl } from '../kit/format.js'
import { PageHeader } from '../kit/page-header.js'
import { RowTable } from '../kit/table.js'
import { useLoad } from '../kit/use-load.js'
import { loadOrganisation, type Organisation } from '../links/organisation.js'
import { columnNames, type NewLink, parseRows } from '../links/parse-rows.js'
import { SourceText } from '../links/source-text.js'
import { useQuery, useUnsaved } from '../shell/router.js'
import { useSession } from '../shell/session.js'

/** As many as one job takes. */
const maxLinks = 100_000

export function BulkLinksPage() {
  const { call, href } = useSession()
  const [query, change] = useQuery()
  const { value, error, reload } = useLoad('organisation', () => loadOrganisation(call))
  return (
    <>
      <PageHeader
        title="Create many links"
        description="Paste one destination per line, or drop a CSV file."
        back={{ href: href('links'), label: 'Links' }}
      />
      {query.job ? (
        <JobProgress id={query.job}>
          <a class="button plain" href={href('links')}>
            Show the links
          </a>
          <Button kind="primary" onClick={() => change({ job: null })}>
            Create more
          </Button>
        </JobProgress>
      ) : (
        <>
          {error && <ErrorState error={error} onRetry={reload} />}
          {!error && !value && <Placeholder />}
          {value && <BulkForm organisation={value} onStarted={(job) => change({ job })} />}
        </>
      )}
    </>
  )
}

const fieldsOf = ({ domains, folders, tags }: Organisation): Field[] => [
  {
    name: 'domain',
    label: 'Domain',
    type: 'select',
    isRequired: true,
    choices: domains,
    hint: 'For rows without a domain of their own.',
  },
  { name: 'folderId', label: 'Folder', type: 'select', choices: folders },
  { name: 'tagIds', label: 'Tags', type: 'list', choices: tags },
  { name: 'trackConversion', label: 'Track leads and sales', type: 'checkbox' },
]

function BulkForm({ organisation, onStarted }: { organisation: Organisation; onStarted: (job: string) => void }) {
  const { call } = useSession()
  const fields = useMemo(() => fieldsOf(organisation), [organisation])
  const [text, setText] = useState('')
  useUnsaved(text.trim() !== '')
  const [values, setValues] = useState<Values>(() => defaultsOf(fields))
  const { links, unknown, hasHeading } = useMemo(() => parseRows(text), [text])
  const usable = links.filter(({ url }) => url !== '').length
  const create = async () => {
    const { trackConversion, tagIds, ...common } = withoutEmpty(bodyOf(fields, values))
    const shared = {
      ...common,
      ...(trackConversion ? { trackConversion: true } : {}),
      ...(Array.isArray(tagIds) && tagIds.length > 0 ? { tagIds: tagIds as string[] } : {}),
    }
    // What a row has wins. Its own fields come first, as in the list of refused rows.
    const body = links.map((link) => ({ ...link, ...shared, ...link }))
    // With this preference the answer is the started job.
    const job = (await call('bulkCreateLinks', { body, prefersAsync: true })) as unknown as { id: string }
    onStarted(job.id)
  }
  const isTooLong = links.length > maxLinks
  return (
    <div class="bulk-links">
      <section class="card" aria-label="Rows">
        <SourceText text={text} onChange={setText} />
        <p class="hint" aria-live="polite">
          {links.length === 0
            ? `A line is a destination and optionally a key. A file needs the column url; it may also have ${columnNames.slice(1, 8).join(', ')} and all other fields of a link.`
            : `${formatCount(links.length, 'row')}${hasHeading ? ' below the heading' : ''}`}
          {links.length > usable && `, ${formatNumber(links.length - usable)} without a destination`}
          {unknown.length > 0 && `. Not used: ${unknown.join(', ')}`}
        </p>
        {isTooLong && <p class="form-error">{`At most ${formatNumber(maxLinks)} rows can be created at once.`}</p>}
        {links.length > 0 && <Sample links={links} />}
      </section>
      <section class="card" aria-label="For all links">
        <h2>For all links</h2>
        <Fields fields={fields} values={values} onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))} />
        <Button kind="primary" disabled={links.length === 0 || isTooLong} onClick={create}>
          {links.length > 0 ? `Create ${formatCount(links.length, 'link')}` : 'Create links'}
        </Button>
      </section>
    </div>
  )
}

const sampleSize = 5

const Sample = ({ links }: { links: NewLink[] }) => (
  <RowTable
    label="First rows"
    rows={links.slice(0, sampleSize).map((link, index) => ({ id: String(index), link }))}
    columns={[
      { label: 'Destination', cell: ({ link: { url } }) => formatUrl(url) || <span class="muted">No destination</span> },
      { label: 'Key', cell: ({ link: { key } }) => (typeof key === 'string' ? key : <span class="muted">Random</span>) },
      { label: 'More', cell: ({ link: { url: _, key: __, ...more } }) => Object.keys(more).join(', '), isSecondary: true },
    ]}
    more={links.length > sampleSize && `${formatNumber(links.length - sampleSize)} more`}
  />
)
