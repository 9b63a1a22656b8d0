/** Whether PostgreSQL rolled a transaction back because it and another one waited for each other. It may be tried again. */
export const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01'
