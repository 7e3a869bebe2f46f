import { QueryClientProvider } from "@tanstack/react-query";
import { BrowserRouter, Route, Routes } from "react-router-dom";
import { queryClient } from "../api/query-client.ts";
import { Announcer } from "../ui/announcer.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Home } from "./home.tsx";
import { NotFound } from "./not-found.tsx";

/** The whole app: its two routes (section 2) and what stands around them. */
export function App() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter useTransitions={false}>
          <Routes>
            <Route path="/" element={<Home />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </BrowserRouter>
        <Announcer />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
