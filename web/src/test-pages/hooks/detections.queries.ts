import {
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  addComment,
  createManualDetection,
  type DetectionId,
  deleteDetection,
  listDetections,
  listManualDetections,
  listOfWeaponType,
  readComments,
  readDetection,
} from '../../api/detection-calls.ts';
import type { Listed, Source } from './list-source.ts';

/** Every mutation invalidates all queries under this key. */
const key = ['detections'];

const lists: Record<Source['kind'], (type: string) => Promise<Listed>> = {
  all: () => listDetections().then(({ data, total }) => ({ detections: data, count: total })),
  manual: () => listManualDetections().then(({ data, count }) => ({ detections: data, count })),
  type: (type) => listOfWeaponType(type).then(({ detections, count }) => ({ detections, count })),
};

export function useDetectionList({ kind, type }: Source) {
  return useQuery(
    queryOptions({ queryKey: [...key, kind, type], queryFn: () => lists[kind](type), refetchOnMount: 'always' }),
  );
}

/** @param id null sends no request; '' sends a request without an id, which fails */
export function useDetection(id: DetectionId | null) {
  return useQuery({
    queryKey: [...key, 'one', id],
    queryFn: () => readDetection(id ?? ''),
    enabled: id !== null,
  });
}

/** Loads a page with each `fetchNextPage`. @param cursor the one of the newest comments; null at the end */
export function useOlderComments(id: number, cursor: string | null) {
  return useInfiniteQuery({
    queryKey: [...key, 'comments', id, cursor],
    queryFn: ({ pageParam }) => readComments(id, pageParam),
    initialPageParam: cursor ?? '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: false,
  });
}

export function useCreateManualDetection() {
  const client = useQueryClient();
  return useMutation({ mutationFn: createManualDetection, onSuccess: () => readAgain(client) });
}

export function useAddComment() {
  const client = useQueryClient();
  return useMutation({ mutationFn: addComment, onSuccess: () => readAgain(client) });
}

export function useDeleteDetection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteDetection,
    onSuccess(_answer, id) {
      client.removeQueries({ queryKey: [...key, 'one', id] });
      return readAgain(client);
    },
  });
}

function readAgain(client: QueryClient) {
  return client.invalidateQueries({ queryKey: key });
}
