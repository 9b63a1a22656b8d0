/** A button that exports the rows of a page with its filters. */
import { urlOf } from '../../console/api-client.js'
import { ExportButton } from '../../console/kit/export-button.js'
import { useQuery } from '../../console/shell/router.js'

type ExportId = 'exportOwnEarnings' | 'exportOwnCustomers' | 'exportOwnPayouts'

/** `fields` are the filters that the export takes. */
export const exportTools = (id: ExportId, fileName: string, fields: string[], input: { params?: object; query?: object } = {}) =>
  function ExportTools() {
    const [query] = useQuery()
    const chosen = Object.fromEntries(fields.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
    const url = urlOf(id, { ...input, query: { ...input.query, ...chosen } }, null)
    return <ExportButton url={url} fileName={fileName} isEmailed />
  }
