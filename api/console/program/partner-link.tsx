import { useSession } from '../shell/session.js'

interface PartnerLinkProps {
  id: string
  name: string | null
  /** Shown in a second line. */
  detail?: string | null | undefined
}

/** The name of a partner, which leads to the page about the partner. */
export function PartnerLink({ id, name, detail }: PartnerLinkProps) {
  const { href } = useSession()
  return (
    <div class="two-lines">
      <a class="name" href={href(`partners/${id}`)}>
        {name ?? 'Unknown partner'}
      </a>
      {detail && <span class="muted">{detail}</span>}
    </div>
  )
}
