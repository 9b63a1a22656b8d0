import type { ComponentChildren } from 'preact'

interface PageHeaderProps {
  title: string
  description?: string | undefined
  /** The list that a page about one object belongs to. */
  back?: { href: string; label: string }
  children?: ComponentChildren
}

export const PageHeader = ({ title, description, back, children }: PageHeaderProps) => (
  <header class="page-header">
    <div>
      {back && (
        <a class="back" href={back.href}>
          ← {back.label}
        </a>
      )}
      <h1>{title}</h1>
      {description && <p>{description}</p>}
    </div>
    <div class="page-actions">{children}</div>
  </header>
)
