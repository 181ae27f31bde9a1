/** The points for completing the profile (specification section 9). */
export const welcomePoints = 500
