/** A complete address, without a block. */
export const address = {
  flat_or_unit: 'B',
  floor: '12',
  block_or_phase: null,
  house_or_building_estate: 'Lion Rock Gardens',
  road_or_street: '1 Lion Rock Road',
  district: 'Kowloon City',
  country: 'hk',
}
