/** The step in the address of a way to join that pays for an application that is already made. */
export const paymentStep = 'payment'
