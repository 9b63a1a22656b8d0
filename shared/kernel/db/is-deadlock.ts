/** Whether PostgreSQL rolled the transaction back to end a deadlock. Repeating it is safe. */
export const isDeadlock = (error: unknown): boolean => (error as { code?: string }).code === '40P01'
