import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api-client.js'
import { Button } from './button.js'
import { Icon, type IconName } from './icon.js'

interface EmptyStateProps {
  icon: IconName
  title: string
  text?: string | undefined
  children?: ComponentChildren
}

export const EmptyState = ({ icon, title, text, children }: EmptyStateProps) => (
  <div class="empty">
    <Icon name={icon} />
    <p class="empty-title">{title}</p>
    {text && <p>{text}</p>}
    {children}
  </div>
)

/** What failed, and a way to try again. */
export const ErrorState = ({ error, onRetry }: { error: ApiError; onRetry: () => void }) => (
  <div class="empty" role="alert">
    <Icon name="warning" />
    <p class="empty-title">{error.message}</p>
    <Button onClick={onRetry}>Try again</Button>
  </div>
)

/** Lines in place of rows that are being loaded. */
export const Placeholder = ({ lines = 5 }: { lines?: number }) => (
  <div class="placeholder" role="status" aria-label="Loading">
    {Array.from({ length: lines }, (_, index) => (
      <div key={index} />
    ))}
  </div>
)
