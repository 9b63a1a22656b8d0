import { navigate } from '../shell/router.js'
import { useSession } from '../shell/session.js'
import { Button } from './button.js'
import { saveFile } from './save-file.js'
import { notify } from './toast.js'

interface ExportButtonProps {
  /** The address of the export. */
  url: string
  /** Unless the service names the file. */
  fileName: string
  label?: string
}

/** Saves an export. A large one is made by a job, whose progress the jobs page shows. */
export function ExportButton({ url, fileName, label = 'Export' }: ExportButtonProps) {
  const { href } = useSession()
  const save = async () => {
    const response = await fetch(url)
    if (response.status === 202) {
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
