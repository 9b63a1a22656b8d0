/** Whether the statement was certainly rolled back because of its data: a wrong value, a broken constraint, or a deadlock. */
export const isRefusal = (error: unknown) => /^(22|23|40)/.test((error as { code?: string }).code ?? '')
