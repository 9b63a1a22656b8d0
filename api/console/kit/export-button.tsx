import { navigate } from '../shell/router.js'
import { Button } from './button.js'
import { useClient } from './client.js'
import { saveFile } from './save-file.js'
import { notify } from './toast.js'

interface ExportButtonProps {
  /** The address of the export. */
  url: string
  /** Unless the service names the file. */
  fileName: string
  label?: string
  /** Whether a large file is sent by email, to clients without a page of jobs. */
  isEmailed?: boolean
}

/** Saves an export. A large one is made by a job, whose progress the jobs page shows. */
export function ExportButton({ url, fileName, label = 'Export', isEmailed = false }: ExportButtonProps) {
  const { href } = useClient()
  const save = async () => {
    const response = await fetch(url)
    if (response.status === 202) {
      if (isEmailed) return notify('The file is being prepared. You get an email with its address.')
      const { id } = (await response.json()) as { id: string }
      notify('The file is being prepared', 'done', { label: 'Show progress', run: () => navigate(`${href('jobs')}/${id}`) })
      return
    }
    if (!response.ok) throw new Error(await messageOf(response))
    const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    saveFile(await response.blob(), name ?? fileName)
  }
  return (
    <Button icon="download" onClick={save}>
      {label}
    </Button>
  )
}

async function messageOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null
  return body?.error?.message ?? `The service answered with status ${response.status}.`
}
