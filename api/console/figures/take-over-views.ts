/** Views that earlier versions kept in this browser move to the service once. */
interface View {
  name: string
  query: string
}

export async function takeOverViews(key: string, save: (view: View) => Promise<unknown>): Promise<void> {
  const views = viewsIn(localStorage.getItem(key))
  for (const view of views) await save(view)
  localStorage.removeItem(key)
}

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'query' in value &&
  typeof value.name === 'string' &&
  typeof value.query === 'string'

function viewsIn(stored: string | null): View[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value.filter(isView) : []
  } catch {
    return []
  }
}
