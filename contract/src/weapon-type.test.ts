import { expect, it } from 'vitest';
import { canonicalWeaponType, WEAPON_TYPES, weaponDetails, weaponTypeKey } from './weapon-type.ts';

it('canonicalWeaponType spells the four types as the specification does, in any case', () => {
  expect(['KNIFE', 'pistol', ' Weapon ', 'Rifle'].map(canonicalWeaponType)).toEqual([
    'Knife',
    'Pistol',
    'weapon',
    'rifle',
  ]);
});

it('canonicalWeaponType keeps any other label as reported', () => {
  expect(canonicalWeaponType(' Cross Bow ')).toBe('Cross Bow');
  expect(canonicalWeaponType('constructor')).toBe('constructor');
});

it('weaponTypeKey ignores case', () => {
  expect(weaponTypeKey('Cross Bow ')).toBe(weaponTypeKey('cross bow'));
});

it('weaponDetails describes unknown labels as an unspecified weapon under their own name', () => {
  for (const type of WEAPON_TYPES) expect(weaponDetails(type.toUpperCase()).weapon_type).toBe(type);
  expect(weaponDetails('toString')).toEqual({ ...weaponDetails('weapon'), weapon_type: 'toString' });
});
