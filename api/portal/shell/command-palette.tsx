/** The command palette of the portal: pages of the account and of its programs, and links of the open program. */
import { copyText } from '../../console/kit/clipboard.js'
import { type Command, CommandPalette as Palette } from '../../console/kit/command-palette.js'
import { formatUrl } from '../../console/kit/format.js'
import { notify } from '../../console/kit/toast.js'
import { useLoad } from '../../console/kit/use-load.js'
import { navigate } from '../../console/shell/router.js'
import { accountPages, programPages } from '../pages.js'
import { portalPath, programPath, usePortal } from './portal.js'
import type { ProgramDetails } from './program.js'

interface PaletteProps {
  program: ProgramDetails | undefined
  onClose: () => void
}

export function CommandPalette({ program, onClose }: PaletteProps) {
  const { access, call } = usePortal()
  const { value: programs = [] } = useLoad('programs', (signal) => call('listOwnPrograms', { query: { pageSize: 100 } }, signal))
  const ofAccount = accountPages
    .filter(({ needs }) => access(needs) === 'allowed')
    .map(({ path, title, icon }): Command => ({ label: title, hint: 'Your account', icon, run: () => navigate(portalPath(path)) }))
  const others = programs.map(({ program: { name, slug } }): Command => ({
    label: name,
    hint: 'Program',
    icon: 'partners',
    run: () => navigate(programPath(slug)),
  }))
  return (
    <Palette
      what="a page, a program or a link"
      commands={[...(program ? commandsOf(program) : []), ...ofAccount, ...others]}
      search={async () => []}
      onClose={onClose}
    />
  )
}

/** Pages of the program, and its links to copy. */
function commandsOf(details: ProgramDetails): Command[] {
  const { program, links } = details
  const ofProgram = programPages
    .filter(({ isFor }) => isFor?.(details) ?? true)
    .map(({ path, title, icon }): Command => ({
      label: title,
      hint: program.name,
      icon,
      run: () => navigate(programPath(program.slug, path)),
    }))
  const copies = links.map(({ shortLink }): Command => ({
    label: `Copy ${formatUrl(shortLink)}`,
    hint: 'Link',
    icon: 'links',
    run: () => void copy(shortLink),
  }))
  return [...ofProgram, ...copies]
}

const copy = async (text: string) => ((await copyText(text)) ? notify('Copied') : notify(`Copy it by hand: ${text}`, 'error'))
