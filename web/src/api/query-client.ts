import { QueryClient } from '@tanstack/react-query';

/** The query client with this product's defaults. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A failed load is shown at once, offline too; the stream, the refresh and the buttons try again.
        retry: false,
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Comparing hundreds of detections with the former answer costs more than it saves.
        structuralSharing: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
