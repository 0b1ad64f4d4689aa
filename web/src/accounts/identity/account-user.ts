import type { AccountUser } from '@vedette/contract/account';
import type { CurrentUser } from '../current-user.ts';

export function presentUser({ id, name: _name, image: _image, ...user }: AccountUser): CurrentUser {
  return { uid: id, ...user };
}
