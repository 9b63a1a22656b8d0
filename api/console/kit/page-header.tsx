import type { ComponentChildren } from 'preact'

interface PageHeaderProps {
  title: string
  description?: string | undefined
  children?: ComponentChildren
}

export const PageHeader = ({ title, description, children }: PageHeaderProps) => (
  <header class="page-header">
    <div>
      <h1>{title}</h1>
      {description && <p>{description}</p>}
    </div>
    <div class="page-actions">{children}</div>
  </header>
)
